/** The page's one button; while it works it says so and cannot be pressed again. */
export const AuthSubmit = ({ label, busyLabel, isBusy, disabled }: AuthSubmitProps) => (
  <button type="submit" className="auth-submit" disabled={isBusy || disabled}>
    {isBusy && <span className="loading-spinner" aria-hidden="true" />}
    {isBusy ? busyLabel : label}
  </button>
);

interface AuthSubmitProps {
  label: string;
  busyLabel: string;
  isBusy: boolean;
  disabled?: boolean;
}
