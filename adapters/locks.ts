export interface Lock {
  /** Releases it for some milliseconds. Throws when the hardware did not answer. */
  unlock(ms: number): Promise<void>;
}

const answerMs = 3_000;

async function requireOk(what: string, reply: Promise<Response>): Promise<void> {
  const { ok, status } = await reply;
  if (!ok) throw new Error(`${what} answered ${status}`);
}

/** A door of UniFi Access, by the local API of its controller. How long it stays released is set there. */
export const unifiLock = ({
  controller,
  token,
  doorId,
}: {
  controller: string;
  token: string;
  doorId: string;
}): Lock => ({
  unlock: () =>
    requireOk(
      'UniFi Access',
      fetch(`${controller}/api/v1/developer/doors/${encodeURIComponent(doorId)}/unlock`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(answerMs),
      }),
    ),
});

/** A Shelly relay, by its RPC. It turns itself off again, also when this program stops meanwhile. */
export const shellyLock = ({ relay, id }: { relay: string; id: number }): Lock => ({
  unlock: (ms) =>
    requireOk(
      'The Shelly relay',
      fetch(`${relay}/rpc/Switch.Set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, on: true, toggle_after: ms / 1_000 }),
        signal: AbortSignal.timeout(answerMs),
      }),
    ),
});
