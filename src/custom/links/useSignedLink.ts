import { useEffect, useState } from 'react';
import { HttpError } from 'react-admin';
import { http, isFromServer, messageFrom } from '#src/dataProvider/http.ts';
import type { LinkMessageProps, LinkState } from './LinkPage.tsx';

interface LinkKind<Ended> {
  /** `link` or `payment link`. */
  readonly name: string;
  readonly toPath: (token: string) => string;
  /** The title when the server refuses it for now. */
  readonly refusal: string;
  /** What its page says once it can no longer be used. `text` is the server's message. */
  readonly toMessage: (ended: Ended, text: string) => LinkMessageProps;
}

/** What the page of a signed link shows: what the link opens, or why it opens nothing. */
export function useSignedLink<Page, Ended>(kind: LinkKind<Ended>, token: string | null) {
  const [shown, setShown] = useState<LinkState<Page>>(
    token
      ? { state: 'loading' }
      : {
          state: 'over',
          title: `This ${kind.name} is incomplete`,
          text: 'Open the link from the email again, or copy all of it.',
        },
  );
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    void readLink<Page, Ended>(kind, token, leaving.signal).then((link) => leaving.signal.aborted || setShown(link));
    return () => leaving.abort();
  }, [kind, token]);
  /** Keeps the page until the link is read again. */
  const refresh = async () => {
    if (token) setShown(await readLink<Page, Ended>(kind, token));
  };
  const reload = () => {
    setShown({ state: 'loading' });
    void refresh();
  };
  const end = (message: LinkMessageProps) => setShown({ state: 'over', ...message });
  return { shown, refresh, reload, end };
}

async function readLink<Page, Ended>(
  { name, toPath, refusal, toMessage }: LinkKind<Ended>,
  token: string,
  signal?: AbortSignal,
): Promise<LinkState<Page>> {
  try {
    const page = await http<Page>(toPath(token), { anonymous: true, ...(signal && { signal }) });
    return { state: 'open', page };
  } catch (error) {
    if (!isFromServer(error)) {
      // A proxy that answers because it reached no server is on our side too.
      const isOurs = error instanceof HttpError && error.status > 500;
      return { state: 'unreachable', text: isOurs ? onOurSide : 'Check your connection and try again.' };
    }
    if (error.status >= 500) return { state: 'unreachable', text: onOurSide };
    if (error.status === 404)
      return {
        state: 'over',
        title: `This ${name} is not valid`,
        text: 'Check that the address is complete, or ask the gym for a new link.',
      };
    const text = messageFrom(error, 'Please ask the gym for a new link.');
    if (error.status !== 410) return { state: 'over', title: refusal, text };
    return { state: 'over', ...toMessage(error.body as Ended, text) };
  }
}

const onOurSide = 'Something went wrong on our side. Try again in a moment.';
