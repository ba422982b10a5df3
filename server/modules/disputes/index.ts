/**
 * Answers to cardholders who dispute a payment at their bank. `invoices` keeps the table disputes, and books their money in
 * `cards/applyDispute.ts`.
 */
import type { Module } from '#server/platform/module.ts';
import { disputeRoutes } from './routes.ts';

export const disputes: Module = { routes: [disputeRoutes] };
