import { dirname, join } from 'node:path';

/** A prepared `select *` fails once a migration adds a column. `listed` is a subquery whose columns are named. */
const everyColumn = /\b(?:select|returning) \*|\b(?!listed\b)\w+\.\*(?![*/])/;

const namedColumns = {
  create(context) {
    const report = (node, what) => context.report({ node, message: `"${what}" selects every column: name them, see server/db/schema.ts` });
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
      context.report({ node, message: `${node.name.name}="${value}" makes react-admin's URLs: hand over a function of src/paths.ts` });
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
    return folder ? { ImportDeclaration: check, ImportExpression: check, ExportNamedDeclaration: check, ExportAllDeclaration: check } : {};
  },
};

/** The folders of the server, from the lowest layer up. A folder imports none that comes after it. */
const layers = ['db', 'live', 'jobs', 'activity', 'http', 'files', 'settings', 'invoicing', 'mail', 'payments', 'resources', 'sales', 'demo', 'cli'];
const layerOf = (path) => layers.indexOf(/(?:^#|\/)server\/([^/]+)\//.exec(path)?.[1]);

const serverLayers = {
  create(context) {
    const layer = layerOf(context.filename);
    const check = ({ source }) => {
      if (!source) return;
      const imported = layerOf(source.value.startsWith('.') ? join(dirname(context.filename), source.value) : source.value);
      if (imported > layer) context.report({ node: source, message: `server/${layers[layer]} imports nothing of server/${layers[imported]}` });
    };
    return layer < 0 ? {} : { ImportDeclaration: check, ImportExpression: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

/** Rules that Oxlint does not have. */
export default {
  meta: { name: 'spotter' },
  rules: { 'named-columns': namedColumns, 'own-links': ownLinks, 'own-folder': ownFolder, 'server-layers': serverLayers },
};
