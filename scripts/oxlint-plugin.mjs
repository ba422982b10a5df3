import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A prepared `select *` fails once a migration adds a column. `listed` is a subquery whose columns are named. */
const everyColumn = /\b(?:select|returning) \*|\b(?!listed\b)\w+\.\*(?![*/])/;

const namedColumns = {
  create(context) {
    const report = (node, what) =>
      context.report({
        node,
        message: `"${what}" selects every column: name them, see server/platform/database/schema.ts`,
      });
    const checkText = (node, text) => {
      const found = everyColumn.exec(text);
      if (found) report(node, found[0]);
    };
    return {
      MemberExpression(node) {
        if (['selectAll', 'returningAll'].includes(node.property.name)) report(node, node.property.name);
      },
      TemplateElement: (node) => checkText(node, node.value.raw),
      Literal: (node) => typeof node.value === 'string' && checkText(node, node.value),
    };
  },
};

const ownLinks = {
  create: (context) => ({
    JSXAttribute(node) {
      const value = node.value?.expression?.value ?? node.value?.value;
      if (!['link', 'redirect'].includes(node.name.name) || !['show', 'edit', 'list', 'create'].includes(value)) return;
      context.report({
        node,
        message: `${node.name.name}="${value}" makes react-admin's URLs: hand over a function of src/paths.ts`,
      });
    },
  }),
};

/** `src/resources/contacts/` and the like. A relative import stays within its folder; another folder is imported as `#src/…`. */
const screenFolder = /^.*\/src\/(?:resources|custom)\/[^/]+\//;

const ownFolder = {
  create(context) {
    const [folder] = screenFolder.exec(context.filename) ?? [];
    const check = ({ source }) => {
      if (!source?.value?.startsWith('.') || join(dirname(context.filename), source.value).startsWith(folder)) return;
      context.report({ node: source, message: 'A relative import stays in its folder: name another one by #src/…' });
    };
    return folder
      ? {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
        }
      : {};
  },
};

const list = readFileSync(new URL('../server/modules.ts', import.meta.url), 'utf8');
/** The server's modules, from the lowest up. */
const order = [...list.matchAll(/^  '?([\w-]+)'?(?:: \w+)?,$/gm)].map(([, name]) => name);
const moduleOf = (path) => /(?:^|\/|#)server\/modules\/([^/]+)\//.exec(path)?.[1];

/** `platform/` imports no module; a module imports only those before it in `server/modules.ts`; everyone uses their `index.ts`. */
const serverModules = {
  create(context) {
    const own = moduleOf(context.filename);
    const isPlatform = /\/server\/platform\//.test(context.filename);
    const check = ({ source }) => {
      if (!source) return;
      const path = source.value.startsWith('.') ? join(dirname(context.filename), source.value) : source.value;
      const imported = moduleOf(path);
      if (imported === undefined || imported === own) return;
      const report = (message) => context.report({ node: source, message });
      if (isPlatform) report('The platform imports no module');
      else if (!path.endsWith('/index.ts')) report(`The files of ${imported} are private: import its index.ts`);
      else if (own !== undefined && order.indexOf(imported) >= order.indexOf(own))
        report(`${own} comes before ${imported} in server/modules.ts`);
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** Rules that Oxlint does not have. */
export default {
  meta: { name: 'spotter' },
  rules: {
    'named-columns': namedColumns,
    'own-links': ownLinks,
    'own-folder': ownFolder,
    'server-modules': serverModules,
  },
};
