import type { AgreementAnswer, AgreementPage } from '#domain/contract/agreements.ts';
import { restAdapter } from './adapter.ts';

export const agreementsAdapter = restAdapter({
  path: 'agreements',
  rows: ({ agreements }: AgreementPage) => agreements,
  one: ({ agreement }: AgreementAnswer) => agreement,
});
