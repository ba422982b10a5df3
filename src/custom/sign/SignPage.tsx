import './sign.css';
import { useEffect } from 'react';
import type { EndedRequest, EndedRequestState, SigningPage } from '#domain/signatures/requestContract.ts';
import { askForAnother, SignedLinkPage } from '#src/custom/links/LinkPage.tsx';
import { useSignedLink } from '#src/custom/links/useSignedLink.ts';
import { SignForm } from './SignForm.tsx';

/** The holder of a link reads and signs agreements here. The link alone identifies the member, and nobody signs in. */
export const SignPage = ({ token }: { token: string | null }) => {
  const link = useSignedLink<SigningPage, EndedRequest>(signLink, token);
  const { shown, reload, end } = link;
  return (
    <SignedLinkPage className="sign" link={link} busyText="Loading..." failedTitle="Couldn’t load the agreements">
      {shown.state === 'open' && token && (
        <main className="sign-sheet">
          <Greeting page={shown.page} />
          <SignForm
            token={token}
            page={shown.page}
            onSigned={() =>
              end({
                title: 'Thank you',
                text: `Everything is signed. ${shown.page.company.name} emails you a copy.`,
                isDone: true,
                company: shown.page.company,
              })
            }
            onEnded={reload}
          />
        </main>
      )}
    </SignedLinkPage>
  );
};

const signLink = {
  name: 'link',
  toPath: (token: string) => `/signature-requests/${encodeURIComponent(token)}`,
  refusal: 'This cannot be signed now',
  toMessage: ({ state, company }: EndedRequest, text: string) => ({
    title: endedTitles[state],
    text: state === 'expired' ? askForAnother : text,
    isDone: state === 'signed',
    company,
    asks: state === 'replaced' || state === 'expired',
  }),
};

const endedTitles: Record<EndedRequestState, string> = {
  signed: 'Signed already',
  replaced: 'There is a newer link',
  withdrawn: 'Nothing to sign',
  expired: 'This link has expired',
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
