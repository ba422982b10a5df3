/** Shown while the auth state or a part of the console loads. Needs no component library. */
export const Loading = () => (
  <output className="loading">
    <span className="loading-spinner" aria-hidden="true" />
    Loading...
  </output>
);
