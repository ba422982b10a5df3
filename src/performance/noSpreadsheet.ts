/** Stands in for `jsonexport`, which react-admin brings for an export button of its own: ours writes its CSV itself. */
const noSpreadsheet = (): never => {
  throw new Error('Lists are exported by src/custom/lists/ExportButton.tsx');
};
export default noSpreadsheet;
