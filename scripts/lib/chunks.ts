import type { Rolldown } from 'vite';

type CodeSplitting = Extract<NonNullable<Rolldown.OutputOptions['codeSplitting']>, object>;
type Group = NonNullable<CodeSplitting['groups']>[number];
type Graph = Parameters<Extract<Group['name'], (...parameters: never[]) => unknown>>[1];

/** Folders whose parts belong to another one's screen. */
const screens: Record<string, string> = {
  activity: 'settings',
  'api-keys': 'settings',
  webhooks: 'settings',
  devices: 'access-control',
  doors: 'access-control',
  stripe: 'company',
  drawers: 'pos',
  households: 'contacts',
  'saved-cards': 'contacts',
  purchase: 'contacts',
  signatures: 'contacts',
  links: 'sign',
  authProvider: 'auth',
  layout: 'console',
  palette: 'console',
};

const screenOf = (id: string) => {
  const [, folder = 'console'] = /\/src\/(?:resources\/|custom\/|(?=authProvider))([\w-]+)\//.exec(id) ?? [];
  return screens[folder] ?? folder;
};

/** The screens that need this module of ours, by whichever of their parts. */
const screensOf = (id: string, graph: Graph): string[] => {
  if (id.includes('/node_modules/')) return [];
  const needing = new Set([id]);
  for (const each of needing) for (const importer of graph.getModuleInfo(each)?.importers ?? []) needing.add(importer);
  const parts = [...needing].filter((each) => (graph.getModuleInfo(each)?.dynamicImporters.length ?? 0) > 0);
  return [...new Set(parts.map(screenOf))];
};

const chunk = (name: string, isIn: (screensOfModule: readonly string[]) => boolean): Group => ({
  name: (id, graph) => (isIn(screensOf(id, graph)) ? name : null),
  debugName: name,
});

const isShared = (names: readonly string[]) => names.length > 1;
const hasAny = (names: readonly string[], some: readonly string[]) => some.some((one) => names.includes(one));
/** Opened by people who have no console, and without the component library. */
const visitors = ['auth', 'kiosk', 'pay', 'sign'];
const isOnTheWay = (names: readonly string[]) => hasAny(names, ['console', 'dashboard']);

/**
 * One chunk a screen, and a few that screens share. A group takes along what its modules need and no group before it has, so that no
 * chunks import each other. First what visitors need; then, in its order, the way from the sign-in to the lists; then the rest.
 */
export const groups: Group[] = [
  { name: 'entry', tags: ['$initial'] },
  chunk('base', (names) => isShared(names) && hasAny(names, visitors) && isOnTheWay(names)),
  { name: 'passkeys', test: /\/src\/authProvider\/passkeys\.ts$/ },
  chunk('paying', (names) => isShared(names) && names.includes('pay')),
  chunk('setup', (names) => isShared(names) && names.includes('auth')),
  chunk('signing', (names) => isShared(names) && hasAny(names, visitors)),
  { name: 'theme', test: /\/src\/ui\/theme\/AppTheme\.tsx$/ },
  { name: 'app', test: /\/src\/App\.tsx$/ },
  { name: 'front-desk', test: /\/src\/custom\/dashboard\/DashboardPage\.tsx$/ },
  {
    name: 'lists',
    test: /\/src\/resources\/(?:agreements|checkins|contacts|invoices|memberships|sales-items)\/\w+List\.tsx$/,
  },
  { name: 'dashboard', test: /\/src\/custom\/dashboard\/|\/eventsource-parser\// },
  {
    name: (id, graph) => (id.includes('/node_modules/') || isShared(screensOf(id, graph)) ? 'shared' : null),
    debugName: 'shared',
    minShareCount: 2,
  },
  // A chart is too large to be prefetched with its screen.
  {
    name: (id, graph) => (id.endsWith('/ReportChart.tsx') ? null : (screensOf(id, graph)[0] ?? null)),
    debugName: 'screens',
  },
];
