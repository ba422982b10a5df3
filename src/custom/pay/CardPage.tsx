import './pay.css';
import { useEffect, useState } from 'react';
import type { CardPage as Page, CardSavedByLink, CardSetup, EndedCardLink } from '#domain/saved-cards/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { askForAnother, LinkSubmit, SignedLinkPage } from '#src/custom/links/LinkPage.tsx';
import { useSignedLink } from '#src/custom/links/useSignedLink.ts';
import { http, isFromServer } from '#src/dataProvider/http.ts';
import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { useCardSetup } from '#src/resources/invoices/payments/useCardSetup.ts';
import { PageElements } from './PayForm.tsx';

/** Where the holder of a card link enters a new card. Nothing is charged, and nobody signs in. */
export const CardPage = ({ token }: { token: string | null }) => {
  const link = useSignedLink<Page, EndedCardLink>(cardLink, token);
  const { shown, reload, end } = link;
  return (
    <SignedLinkPage className="pay" link={link} busyText="Loading..." failedTitle="Couldn’t load the page">
      {shown.state === 'open' && token && (
        <NewCard
          token={token}
          page={shown.page}
          onSaved={(saved) => end(toThanks(saved, shown.page))}
          onEnded={reload}
        />
      )}
    </SignedLinkPage>
  );
};

const toPath = (token: string, rest = '') => `/card-links/${encodeURIComponent(token)}${rest}`;

const cardLink = {
  name: 'link',
  toPath,
  refusal: 'A card cannot be saved online now',
  toMessage: ({ state, company }: EndedCardLink, text: string) => ({
    title: state === 'expired' ? 'This link has expired' : 'A card was saved already',
    text: state === 'expired' ? askForAnother : text,
    company,
    asks: true,
  }),
};

function toThanks({ card, owed, paymentUrl }: CardSavedByLink, { company }: Page) {
  const debt = `You still owe ${company.name} ${formatMoney(owed)}. It was not charged now.`;
  return {
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
      if (isFromServer(error) && (error.status === 410 || error.status === 404)) onEnded();
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
