/** What shows while the auth state, or a whole part of the console, is on its way. Needs no component library. */
export const Loading = () => (
  <output className="loading">
    <span className="loading-spinner" aria-hidden="true" />
    Loading...
  </output>
);
