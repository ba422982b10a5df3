import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The package's own exports lead a browser to its development build, with checks and texts nobody sees. */
const productionRouter = [
  { find: /^react-router$/, replacement: path('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: path('node_modules/react-router/dist/production/dom-export.mjs') },
];

/** React-admin asks for lodash by the function; these do the same in a fraction of the weight. */
const lighterLodash = { find: /^lodash\/(\w+)(?:\.js)?$/, replacement: 'es-toolkit/compat/$1' };

/** Packages of which the layout and any list need nearly all, and /login nothing. */
const libraries = [
  'react-router', 'react-is', 'react-transition-group', 'lodash', 'es-toolkit', 'clsx', 'prop-types', '@babel/runtime', 'decode-uri-component', 'split-on-first', 'filter-obj', 'strict-uri-encode', 'react-error-boundary', '@tanstack', '@emotion', 'stylis', 'query-string', 'inflection',
  'ra-core/dist/(?!form/|controller/(?:edit|create|show|input|field|saveContext)/|dataProvider/(?:HttpError|useMutation|useUpdate|useCreate|useDelete|useGetOne|useGetMany))', 'ra-data-simple-rest', 'ra-language-english', 'hoist-non-react-statics',
  '@mui/(?:system|utils|styled-engine|private-theming)',
  '@mui/material/(?:styles|colors|utils|transitions|internal/(?!SwitchBase|animate)|Alert|Avatar|Backdrop|Box|Button|Circular|DefaultProps|zero-styled|GlobalStyles|InitColorScheme|className|generateUtility|OverridableComponent|ClickAway|CssBaseline|Dialog|Divider|Fade|Filled|Form(?!Group|ControlLabel)|Grow|IconButton|Input|List(?!Item/|ItemSecondary|Subheader)|Menu|Modal|Native|Outlined|Paper|Popover|Portal|Select|Skeleton|SvgIcon|Table|TextField|Textarea|Typography|Unstable|use(?!Autocomplete))',
];

/** What the frame, the dashboard and nearly every screen after it share. */
const shared = [
  'domain/rules/(?:access|paths|membershipStatus|invoiceStatus|dateText|phone|money|decimal)\\.ts',
  'src/(?:paths|dataProvider/(?:rows|index|http)|custom/location-scope/useLocationScope)\\.tsx?',
  'src/custom/ui/(?:spokenOnly|Notice|ErrorState|PageHeader|useDebounced|hasKeyboard|EmailText|PersonCell|PersonAvatar|Section|MoneyField|QueryState|SkeletonBlock|StatusBadge|AccessResult|listMemory)\\.tsx?',
  'node_modules/@mui/icons-material/(?:esm/)?(?:LockOutlined|LocationOnOutlined|HowToReg|ArrowBack)\\.m?js',
];
/** What every list is made of. */
const ofLists = [
  'src/custom/ui/(?:ListPage|ListPages|PageButtons|RecordTable|RecordRow|SkeletonRows|SortableHead|SortSelect|SearchBox|FilterSelect|SuccessBanner|DateField|tableStyles)\\.tsx?',
  'src/custom/ui/export/(?:ExportButton|useCsvExport|csv|saveFile)\\.tsx?',
  'node_modules/@mui/icons-material/(?:esm/)?(?:Add|Clear|FileDownloadOutlined)\\.m?js',
];

/** A few dozen small chunks compress worse than one, and each is a request. */
const groups = [
  { name: 'libraries', test: new RegExp(`/node_modules/(?:${libraries.join('|')})|/src/noSpreadsheet`) },
  { name: 'shared', test: new RegExp(`/(?:${shared.join('|')})$`) },
  { name: 'lists', test: new RegExp(`/(?:${ofLists.join('|')})$`) },
];

/** The console; `scripts/build.mjs` builds the server with `vite.server.config.ts`. */
export default defineConfig(({ command }) => ({
  plugins: [react()],
  resolve: { alias: [lighterLodash, { find: 'jsonexport/dist/index.js', replacement: path('src/noSpreadsheet.ts') }, ...(command === 'build' ? productionRouter : [])] },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
  server: { proxy: { '/api': process.env.SPOTTER_API ?? 'http://127.0.0.1:3000' } },
}));
