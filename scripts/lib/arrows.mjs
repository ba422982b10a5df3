import { posix } from 'node:path';

const sharedScreenParts = ['checkins', 'contacts', 'forms', 'layout', 'lists', 'location-scope', 'palette', 'payments', 'purchase', 'stripe', 'theme', 'ui'];

/** React-admin builds URLs of its own with these; ours come from src/paths.ts. */
const foreignUrls = [
  [/\b(EditButton|ShowButton|CreateButton|useCreatePath)\b/, (match) => `${match[1]} makes react-admin's URLs: link with src/paths.ts`],
  [/\b(link|redirect)=["'{]+(show|edit|list|create)\b/, (match) => `${match[1]}="${match[2]}" makes react-admin's URLs: hand a function of src/paths.ts`],
];

/** Queries name their columns: a prepared `select *` fails once a migration adds a column. `listed` is a subquery whose columns are named. */
const everyColumn = /\b(?:selectAll|returningAll)\(|\b(?:select|returning) \*|\b(?!listed\b)\w+\.\*(?![*/])/;

const specifiers = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Gives what a file does against the map of CONTRIBUTING.md, one sentence each; the path is relative to the checkout. */
export function violationsOf(path, source) {
  const imports = [...source.matchAll(specifiers)].map(([, specifier]) => specifier);
  const arrows = imports.map((specifier) => {
    const reason = refusal(path, targetOf(path, specifier));
    return reason && `${path}: imports ${specifier}, but ${reason}`;
  });
  const urls = path.startsWith('src/')
    ? foreignUrls.map(([pattern, sentence]) => {
        const match = pattern.exec(source);
        return match && `${path}: ${sentence(match)}`;
      })
    : [];
  const isQuerying = path.startsWith('server/') && !path.startsWith('server/db/migrations/');
  const stars = isQuerying ? everyColumn.exec(source) : null;
  return [...arrows, ...urls, stars && `${path}: "${stars[0]}" selects every column: name them, see server/db/columns.ts`].filter(Boolean);
}

/** A file of ours as its path, a package as `package:<name>`. */
function targetOf(path, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith('#')) return specifier.slice(1);
  return `package:${specifier}`;
}

function refusal(from, to) {
  if (isIn(from, 'domain')) return isIn(to, 'domain') || to === 'package:zod' ? undefined : 'domain imports itself and zod alone';
  if (!isIn(from, 'server') && !isIn(from, 'src')) return undefined;
  if (isIn(to, 'tests') || isIn(to, 'e2e') || isIn(to, 'bench')) return 'what ships does not import what tests it';
  return isIn(from, 'server') ? refusalOnServer(from, to) : refusalInConsole(from, to);
}

const serverLayers = ['.repo.ts', '.service.ts', '.routes.ts'];

function refusalOnServer(from, to) {
  if (isIn(to, 'src')) return 'the server does not import the console';
  const [layer, above] = [from, to].map((path) => serverLayers.findIndex((ending) => path.endsWith(ending)));
  return layer >= 0 && above > layer ? 'a repo imports no service and a service no routes' : undefined;
}

/** Lower layers come first: providers, shared parts of screens, screens, the app. */
function refusalInConsole(from, to) {
  if (isIn(to, 'server')) return 'the console does not import the server';
  if (!isIn(to, 'src')) return undefined;
  const [here, there] = [placeOf(from), placeOf(to)];
  if (there.layer > here.layer) return `${here.name} does not import ${there.name}`;
  return here.screen && there.screen && here.screen !== there.screen ? 'a screen does not import another screen' : undefined;
}

function placeOf(path) {
  const [, top, folder] = path.split('/');
  if (top === 'dataProvider' || top === 'authProvider') return { layer: 0, name: 'a provider' };
  const isScreen = top === 'resources' || (top === 'custom' && !sharedScreenParts.includes(folder));
  if (isScreen) return { layer: 2, name: 'a screen', screen: `${top}/${folder}` };
  if (top === 'custom') return { layer: 1, name: 'a shared part' };
  return /^(App|main)\.tsx$/.test(top) ? { layer: 3, name: 'the app' } : { layer: 0, name: 'the map' };
}

const isIn = (path, folder) => path.startsWith(`${folder}/`);
