/** What `GET /payments` counts and sorts of some days, without a look at the rows. */
export const datedPaymentsIndex = [
  {
    name: 'ledger_postings_paid',
    on: `ledger_postings (company_id, location_id, business_day) include (at, payment_id, invoice_id)
      where kind in ('payment', 'write_off_paid', 'refund', 'refund_failed')`,
  },
];
