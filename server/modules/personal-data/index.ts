/**
 * What is kept about a contact: taken along as an archive, or erased. Table: contact_erasures. Which rows of which table are about a
 * contact is in `personTables.ts`, what an erasure does with them in `erasePerson.ts`.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { runErasures } from './erasures.ts';
import { personalDataRoutes } from './routes.ts';

export const personalData: Module = {
  routes: [personalDataRoutes],
  jobs: [{ name: 'erasures', seconds: 5 * minute, run: runErasures }],
};

export { mayBeginArchive } from './withdrawArchives.ts';
