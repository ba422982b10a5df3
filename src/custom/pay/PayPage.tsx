import './pay.css';
import { useEffect, useState, type ReactNode } from 'react';
import { HttpError } from 'react-admin';
import type { LinkCompany } from '#domain/companies/contract.ts';
import type { EndedLink, PayableInvoice } from '#domain/invoices/paymentLinkContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { LinkBusy, LinkMessage, LinkPage, type OverLink } from '#src/custom/links/LinkPage.tsx';
import { http, messageFrom } from '#src/dataProvider/http.ts';
import { PayForm } from './PayForm.tsx';

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'payable'; readonly payable: PayableInvoice; readonly note?: string }
  | { readonly state: 'unreachable' }
  | OverLink;

/** The holder of a payment link pays one invoice here. The link alone identifies it, and nobody signs in. */
export const PayPage = ({ token }: { token: string | null }) => {
  const [shown, setShown] = useState<Shown>(token ? { state: 'loading' } : incomplete);
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    void read(token, undefined, leaving.signal).then((page) => leaving.signal.aborted || setShown(page));
    return () => leaving.abort();
  }, [token]);
  const reload = async (note?: string) => {
    if (token) setShown(await read(token, note));
  };
  const finish = (title: string, text: string, company: Partial<LinkCompany>, isDone = false) => {
    setShown({ state: 'over', title, text, company, isDone });
    // Fetching the link makes the server ask Stripe, so that the gym sees the payment at once.
    if (token) void read(token);
  };
  return (
    <LinkPage className="pay">
      {shown.state === 'loading' && <LinkBusy text="Loading the invoice..." />}
      {shown.state === 'unreachable' && (
        <LinkMessage title="Couldn’t load the invoice" text="Check your connection and try again.">
          <button type="button" className="link-submit" onClick={() => (setShown({ state: 'loading' }), void reload())}>
            Try Again
          </button>
        </LinkMessage>
      )}
      {shown.state === 'over' && <LinkMessage {...shown} />}
      {shown.state === 'payable' && token && (
        <Payable payable={shown.payable} note={shown.note}>
          <PayForm
            token={token}
            payable={shown.payable}
            onPaid={(amount) =>
              finish(
                'Thank you',
                `Your payment of ${amount} to ${shown.payable.invoice.company.name} was received.`,
                shown.payable.invoice.company,
                true,
              )
            }
            onProcessing={() =>
              finish(
                'Your bank is processing the payment',
                'There is nothing else to do. The gym sees it as soon as your bank is done.',
                shown.payable.invoice.company,
              )
            }
            onChanged={(note) => void reload(note)}
          />
        </Payable>
      )}
    </LinkPage>
  );
};

const incomplete: Shown = {
  state: 'over',
  title: 'This payment link is incomplete',
  text: 'Open the link from the email again, or copy all of it.',
};

async function read(token: string, note?: string, signal?: AbortSignal): Promise<Shown> {
  try {
    const payable = await http<PayableInvoice>(`/payment-links/${encodeURIComponent(token)}`, {
      anonymous: true,
      ...(signal && { signal }),
    });
    return { state: 'payable', payable, ...(note !== undefined && { note }) };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) return { state: 'unreachable' };
    if (error.status === 404)
      return {
        state: 'over',
        title: 'This payment link is not valid',
        text: 'Check that the address is complete, or ask the gym for a new link.',
      };
    const text = messageFrom(error, 'Please ask the gym for a new link.');
    if (error.status !== 410) return { state: 'over', title: 'This invoice cannot be paid online now', text };
    const { state, company } = error.body as EndedLink;
    return {
      state: 'over',
      title: endedTitles[state],
      text: state === 'expired' ? askForAnother : text,
      isDone: state === 'paid',
      company,
      asks: state === 'expired' || state === 'replaced',
    };
  }
}

/** The server's own message would repeat the title. */
const askForAnother = 'Please ask the gym for a new one.';

const endedTitles: Record<EndedLink['state'], string> = {
  paid: 'Paid already',
  void: 'Nothing to pay',
  refunded: 'Nothing to pay',
  replaced: 'There is a newer link',
  expired: 'This payment link has expired',
};

const Payable = ({
  payable: { invoice },
  note,
  children,
}: {
  payable: PayableInvoice;
  note: string | undefined;
  children: ReactNode;
}) => {
  const { company, location, number, lineItems, tax, total, paid, due, currency } = invoice;
  const money = (amount: number) => formatMoney(amount, currency);
  useEffect(() => {
    document.title = `Pay ${company.name} · Spotter`;
  }, [company.name]);
  return (
    <main className="pay-sheet">
      <section className="pay-summary" aria-label="Invoice">
        <h1>{company.name}</h1>
        <p className="pay-place">{[location.name, number].filter(Boolean).join(' · ')}</p>
        <p className="pay-due">
          <span>Amount due</span>
          <strong className="tabular">{money(due)}</strong>
        </p>
        {note && (
          <p className="pay-note" role="alert">
            {note}
          </p>
        )}
        <ul className="pay-lines">
          {lineItems.map((line, index) => (
            <li key={index}>
              <span>
                {line.name}
                {line.quantity > 1 && ` × ${line.quantity}`}
                {line.description && <small>{line.description}</small>}
              </span>
              <span className="tabular">{money(line.total)}</span>
            </li>
          ))}
        </ul>
        <dl className="pay-sums tabular">
          {tax > 0 && <Sum label="Tax" value={money(tax)} />}
          <Sum label="Total" value={money(total)} isLast={paid === 0} />
          {paid > 0 && <Sum label="Paid" value={money(-paid)} />}
          {paid > 0 && <Sum label="Due" value={money(due)} isLast />}
        </dl>
      </section>
      <section className="pay-card" aria-label="Payment">
        {children}
      </section>
    </main>
  );
};

const Sum = ({ label, value, isLast = false }: { label: string; value: string; isLast?: boolean }) => (
  <div className={isLast ? 'pay-last' : undefined}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
