import './pay.css';
import { useEffect, useState, type ReactNode } from 'react';
import type { LinkCompany } from '#domain/companies/contract.ts';
import type { EndedLink, PayableInvoice } from '#domain/invoices/paymentLinkContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { askForAnother, SignedLinkPage } from '#src/custom/links/LinkPage.tsx';
import { useSignedLink } from '#src/custom/links/useSignedLink.ts';
import { http } from '#src/dataProvider/http.ts';
import { PayForm } from './PayForm.tsx';

/** The holder of a payment link pays one invoice here. The link alone identifies it, and nobody signs in. */
export const PayPage = ({ token }: { token: string | null }) => {
  const link = useSignedLink<PayableInvoice, EndedLink>(paymentLink, token);
  const { shown, refresh, end } = link;
  const [note, setNote] = useState<string>();
  const finish = (title: string, text: string, company: Partial<LinkCompany>, isDone = false) => {
    end({ title, text, company, isDone });
    // Fetching the link makes the server ask Stripe, so that the gym sees the payment at once.
    if (token) void http(toPath(token), { anonymous: true }).catch(() => undefined);
  };
  return (
    <SignedLinkPage
      className="pay"
      link={link}
      busyText="Loading the invoice..."
      failedTitle="Couldn’t load the invoice"
    >
      {shown.state === 'open' && token && (
        <Payable payable={shown.page} note={note}>
          <PayForm
            token={token}
            payable={shown.page}
            onPaid={(amount) =>
              finish(
                'Thank you',
                `Your payment of ${amount} to ${shown.page.invoice.company.name} was received.`,
                shown.page.invoice.company,
                true,
              )
            }
            onProcessing={() =>
              finish(
                'Your bank is processing the payment',
                'There is nothing else to do. The gym sees it as soon as your bank is done.',
                shown.page.invoice.company,
              )
            }
            onChanged={(changed) => void refresh().then(() => setNote(changed))}
          />
        </Payable>
      )}
    </SignedLinkPage>
  );
};

const toPath = (token: string) => `/payment-links/${encodeURIComponent(token)}`;

const paymentLink = {
  name: 'payment link',
  toPath,
  refusal: 'This invoice cannot be paid online now',
  toMessage: ({ state, company }: EndedLink, text: string) => ({
    title: endedTitles[state],
    text: state === 'expired' ? askForAnother : text,
    isDone: state === 'paid',
    company,
    asks: state === 'expired' || state === 'replaced',
  }),
};

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
        <p className="pay-place">
          {location.name}
          {number && (
            <>
              {' ·\u00a0'}
              <span>{number}</span>
            </>
          )}
        </p>
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
