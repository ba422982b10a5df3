import './sign.css';
import { useEffect, useState } from 'react';
import { HttpError } from 'react-admin';
import type { EndedRequest, EndedRequestState, SigningPage } from '#domain/signatures/requestContract.ts';
import { http, messageFrom } from '#src/dataProvider/http.ts';
import { LinkBusy, LinkMessage, LinkPage, type OverLink } from '#src/custom/links/LinkPage.tsx';
import { SignForm } from './SignForm.tsx';

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'open'; readonly page: SigningPage }
  | { readonly state: 'unreachable' }
  | OverLink;

/** The holder of a link reads and signs agreements here. The link alone identifies the member, and nobody signs in. */
export const SignPage = ({ token }: { token: string | null }) => {
  const [shown, setShown] = useState<Shown>(token ? { state: 'loading' } : incomplete);
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    void read(token, leaving.signal).then((page) => leaving.signal.aborted || setShown(page));
    return () => leaving.abort();
  }, [token]);
  const reload = async () => {
    if (!token) return;
    setShown({ state: 'loading' });
    setShown(await read(token));
  };
  return (
    <LinkPage className="sign">
      {shown.state === 'loading' && <LinkBusy text="Loading..." />}
      {shown.state === 'unreachable' && (
        <LinkMessage title="Couldn’t load the agreements" text="Check your connection and try again.">
          <button type="button" className="link-submit" onClick={() => void reload()}>
            Try Again
          </button>
        </LinkMessage>
      )}
      {shown.state === 'over' && <LinkMessage {...shown} />}
      {shown.state === 'open' && token && (
        <main className="sign-sheet">
          <Greeting page={shown.page} />
          <SignForm
            token={token}
            page={shown.page}
            onSigned={() =>
              setShown({
                state: 'over',
                title: 'Thank you',
                text: `Everything is signed. ${shown.page.company.name} emails you a copy.`,
                isDone: true,
                company: shown.page.company,
              })
            }
            onEnded={() => void reload()}
          />
        </main>
      )}
    </LinkPage>
  );
};

const incomplete: Shown = {
  state: 'over',
  title: 'This link is incomplete',
  text: 'Open the link from the email again, or copy all of it.',
};

async function read(token: string, signal?: AbortSignal): Promise<Shown> {
  try {
    const page = await http<SigningPage>(`/signature-requests/${encodeURIComponent(token)}`, {
      anonymous: true,
      ...(signal && { signal }),
    });
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
    if (error.status !== 410) return { state: 'over', title: 'This cannot be signed now', text };
    const { state, company } = error.body as EndedRequest;
    return {
      state: 'over',
      title: endedTitles[state],
      text,
      isDone: state === 'signed',
      company,
      asks: state !== 'signed',
    };
  }
}

const endedTitles: Record<EndedRequestState, string> = {
  signed: 'Signed already',
  replaced: 'There is a newer link',
  expired: 'This link is old',
};

const Greeting = ({ page: { company, member, agreements } }: { page: SigningPage }) => {
  useEffect(() => {
    document.title = `Sign for ${company.name} · Spotter`;
  }, [company.name]);
  return (
    <header>
      <h1>{company.name}</h1>
      <p className="sign-lead">
        {`${member.firstName}, please read and sign ${agreements.length === 1 ? 'this agreement' : `these ${agreements.length} agreements`}.`}
      </p>
    </header>
  );
};
