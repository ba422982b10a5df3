import { Stripe } from 'stripe';
import { mapStripeErrors } from './client.ts';

/** Text by its field, and PDFs. Stripe takes 150,000 characters and 4.5 MB in all. */
export interface DisputeAnswer {
  readonly texts: Stripe.DisputeUpdateParams.Evidence;
  readonly files: Partial<Record<'receipt' | 'customer_signature' | 'customer_communication', Uint8Array>>;
}

export const evidenceMaxBytes = 4_500_000;

/**
 * Sent to the bank at once. 402 with Stripe's words when it is refused, unless a call for the same request was first. That one is known by
 * its mark: a key of Stripe's own would refuse the retry, whose uploads have other ids.
 */
export function answerDispute(
  stripe: Stripe,
  id: string,
  { texts, files }: DisputeAnswer,
  requestId: string,
): Promise<Stripe.Dispute> {
  const send = async () => {
    const evidence = { ...texts };
    for (const [field, data] of Object.entries(files)) {
      const file = await stripe.files.create({
        purpose: 'dispute_evidence',
        file: { data, name: `${field}.pdf`, type: 'application/pdf' },
      });
      Object.assign(evidence, { [field]: file.id });
    }
    const metadata = { answeredBy: requestId };
    return stripe.disputes.update(id, { evidence, metadata, submit: true }).catch(async (error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const dispute = await stripe.disputes.retrieve(id);
      if (dispute.metadata.answeredBy !== requestId) throw error;
      return dispute;
    });
  };
  return mapStripeErrors(send());
}
