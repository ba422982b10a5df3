import './sign.css';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { hashFile, verdictText } from '#domain/signatures/verdict.ts';
import type { Verdict } from '#domain/signatures/verifyContract.ts';
import { LinkPage } from '#src/custom/links/LinkPage.tsx';
import { http, messageFrom } from '#src/dataProvider/http.ts';

type Shown =
  | { readonly state: 'ready' }
  | { readonly state: 'checking'; readonly fileName: string }
  | { readonly state: 'checked'; readonly fileName: string; readonly verdict: Verdict }
  | { readonly state: 'failed'; readonly fileName: string; readonly text: string };

/** Anybody learns here whether a signed PDF is as it was sealed. Its hashes are computed here; the file stays in the browser. */
export const VerifyPage = () => {
  const [shown, setShown] = useState<Shown>({ state: 'ready' });
  useEffect(() => {
    document.title = 'Check a Signed PDF · Spotter';
  }, []);
  const check = async (file: File | undefined) => {
    if (!file) return;
    setShown({ state: 'checking', fileName: file.name });
    setShown(await checkFile(file));
  };
  return (
    <LinkPage className="sign">
      <main className="sign-sheet sign-narrow">
        <h1>Check a signed PDF</h1>
        <p className="sign-lead">
          Learn whether an agreement was sealed by this Spotter, and whether it was changed since. The file does not
          leave your browser: only its fingerprints do.
        </p>
        <DropZone onFile={(file) => void check(file)} isBusy={shown.state === 'checking'} />
        {shown.state === 'failed' && (
          <p className="link-problem" role="alert">
            {shown.text}
          </p>
        )}
        {shown.state === 'checked' && <Result key={shown.fileName} {...shown} />}
      </main>
    </LinkPage>
  );
};

async function checkFile(file: File): Promise<Shown> {
  const fileName = file.name;
  // Browsers hash on secure pages only.
  if (!globalThis.crypto.subtle)
    return { state: 'failed', fileName, text: 'Open this page with https to check a file.' };
  try {
    const hashes = await hashFile(new Uint8Array(await file.arrayBuffer()), sha256);
    const verdict = await http<Verdict>('/verify', { method: 'POST', body: { hashes }, anonymous: true });
    return { state: 'checked', fileName, verdict };
  } catch (error) {
    const text =
      error instanceof HttpError && error.status < 500
        ? messageFrom(error, 'The file could not be checked.')
        : 'The file could not be checked. Check your connection and try again.';
    return { state: 'failed', fileName, text };
  }
}

const sha256 = async (bytes: Uint8Array) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The input covers the whole zone, so that a file can be dropped on it. */
const DropZone = ({ onFile, isBusy }: { onFile: (file: File | undefined) => void; isBusy: boolean }) => (
  <label className="sign-drop">
    <input
      type="file"
      accept="application/pdf,.pdf"
      disabled={isBusy}
      onChange={(event) => {
        onFile(event.target.files?.[0]);
        // The same file can be chosen again.
        event.target.value = '';
      }}
    />
    <strong>{isBusy ? 'Checking...' : 'Choose a PDF'}</strong>
    <span>or drop it here</span>
  </label>
);

const Result = ({ fileName, verdict }: { fileName: string; verdict: Verdict }) => {
  const { known, intact, company, agreement, version, signedAt, signer } = verdict;
  const { title, text } = verdictText(verdict);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="sign-result" data-tone={intact ? 'good' : 'bad'} aria-label="Result">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <dl>
        <Fact label="File" value={fileName} />
        {known && agreement !== undefined && <Fact label="Agreement" value={`${agreement}, version ${version}`} />}
        {known && company !== undefined && <Fact label="Company" value={company} />}
        {known && signedAt !== undefined && <Fact label="Signed" value={localTime(signedAt)} />}
        {known && signer !== undefined && <Fact label="Signer" value={signer} />}
      </dl>
    </section>
  );
};

const localTime = (moment: string) => dateTimeText(moment, Intl.DateTimeFormat().resolvedOptions().timeZone);

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
