/**
 * The sign-up form of a gym's website. It is called with a publishable key, which everybody may see: it adds a contact, or a note to
 * the one that has the address, and tells neither apart.
 */
import type { Module } from '#server/platform/module.ts';
import { signUpRoutes } from './routes.ts';

export const signUps: Module = {
  routes: [signUpRoutes],
};
