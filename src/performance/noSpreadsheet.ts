/** Replaces `jsonexport`, which react-admin imports for its own export button. Ours writes its CSV itself. */
const noSpreadsheet = (): never => {
  throw new Error('Lists are exported by src/ui/lists/ExportButton.tsx');
};
export default noSpreadsheet;
