import './pay.css';
import { useEffect, useState } from 'react';
import { HttpError } from 'react-admin';
import type { CardPage as Page, CardSavedByLink, CardSetup, EndedCardLink } from '#domain/saved-cards/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { LinkBusy, LinkMessage, LinkPage, LinkSubmit, type OverLink } from '#src/custom/links/LinkPage.tsx';
import { http, messageFrom } from '#src/dataProvider/http.ts';
import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { useCardSetup } from '#src/resources/invoices/payments/useCardSetup.ts';
import { PageElements } from './PayForm.tsx';

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'open'; readonly page: Page }
  | { readonly state: 'unreachable' }
  | OverLink;

/** Where the holder of a card link enters a new card. Nothing is charged, and nobody signs in. */
export const CardPage = ({ token }: { token: string | null }) => {
  const [shown, setShown] = useState<Shown>(token ? { state: 'loading' } : incomplete);
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    void read(token, leaving.signal).then((found) => leaving.signal.aborted || setShown(found));
    return () => leaving.abort();
  }, [token]);
  const reload = async () => {
    setShown({ state: 'loading' });
    if (token) setShown(await read(token));
  };
  return (
    <LinkPage className="pay">
      {shown.state === 'loading' && <LinkBusy text="Loading..." />}
      {shown.state === 'unreachable' && (
        <LinkMessage title="Couldn’t load the page" text="Check your connection and try again.">
          <button type="button" className="link-submit" onClick={() => void reload()}>
            Try Again
          </button>
        </LinkMessage>
      )}
      {shown.state === 'over' && <LinkMessage {...shown} />}
      {shown.state === 'open' && token && (
        <NewCard
          token={token}
          page={shown.page}
          onSaved={(saved) => setShown(toThanks(saved, shown.page))}
          onEnded={() => void reload()}
        />
      )}
    </LinkPage>
  );
};

const toPath = (token: string, rest = '') => `/card-links/${encodeURIComponent(token)}${rest}`;

const incomplete: Shown = {
  state: 'over',
  title: 'This link is incomplete',
  text: 'Open the link from the email again, or copy all of it.',
};

async function read(token: string, signal?: AbortSignal): Promise<Shown> {
  try {
    const page = await http<Page>(toPath(token), { anonymous: true, ...(signal && { signal }) });
    return { state: 'open', page };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) return { state: 'unreachable' };
    if (error.status === 404)
      return {
        state: 'over',
        title: 'This link is not valid',
        text: 'Check that the address is complete, or ask the gym for a new link.',
      };
    const text = messageFrom(error, 'Please ask the gym for a new link.');
    if (error.status !== 410) return { state: 'over', title: 'A card cannot be saved online now', text };
    const { state, company } = error.body as EndedCardLink;
    return state === 'expired'
      ? {
          state: 'over',
          title: 'This link has expired',
          text: 'Please ask the gym for a new one.',
          company,
          asks: true,
        }
      : { state: 'over', title: 'A card was saved already', text, company, asks: true };
  }
}

function toThanks({ card, owed, paymentUrl }: CardSavedByLink, { company }: Page): Shown {
  const debt = `You still owe ${company.name} ${formatMoney(owed)}. It was not charged now.`;
  return {
    state: 'over',
    title: 'Card saved',
    text: `${card ? `${card}, is` : 'It is'} charged when your membership renews.${owed > 0 ? ` ${debt}` : ''}`,
    company,
    isDone: true,
    children: paymentUrl && (
      <a className="link-submit" href={paymentUrl}>
        See the Invoice
      </a>
    ),
  };
}

interface NewCardProps {
  token: string;
  page: Page;
  onSaved: (saved: CardSavedByLink) => void;
  onEnded: () => void;
}

const NewCard = (props: NewCardProps) => {
  const { company, card, stripePublishableKey } = props.page;
  useEffect(() => {
    document.title = `New card for ${company.name} · Spotter`;
  }, [company.name]);
  return (
    <main className="pay-sheet">
      <section className="pay-summary" aria-label="New card">
        <h1>{company.name}</h1>
        <p className="pay-place">New card</p>
        <p className="pay-text">Enter the card that is charged when your membership renews. Nothing is charged now.</p>
        {card && <p className="pay-text">It replaces {card}.</p>}
      </section>
      <section className="pay-card" aria-label="Card">
        <PageElements publishableKey={stripePublishableKey}>
          <CardEntry {...props} />
        </PageElements>
      </section>
    </main>
  );
};

const CardEntry = ({ token, page, onSaved, onEnded }: NewCardProps) => {
  const [problem, setProblem] = useState<string>();
  const post = <T,>(path: string, body?: object) =>
    http<T>(toPath(token, path), { method: 'POST', anonymous: true, ...(body && { body }) });
  const setup = useCardSetup({
    start: () => post<CardSetup>('/card-setups'),
    save: (setupIntentId) => post<CardSavedByLink>('/card', { setupIntentId }),
    onSaved,
    onError: (error, message) => {
      if (error instanceof HttpError && (error.status === 410 || error.status === 404)) onEnded();
      else setProblem(message);
    },
  });
  const submit = () => {
    setProblem(undefined);
    void setup.submit({});
  };
  return (
    <form noValidate onSubmit={(event) => (event.preventDefault(), submit())}>
      <CardFields
        publishableKey={page.stripePublishableKey}
        note="Your card goes to Stripe, which keeps it. The gym never sees its number."
        onReady={setup.onCardReady}
      />
      {problem && (
        <p className="link-problem" role="alert">
          {problem}
        </p>
      )}
      <LinkSubmit isBusy={setup.isBusy} disabled={!setup.isReady}>
        {setup.isBusy && <span className="loading-spinner" aria-hidden="true" />}
        Save Card
      </LinkSubmit>
    </form>
  );
};
