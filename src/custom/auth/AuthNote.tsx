import type { ReactNode } from 'react';

/** A panel that says how the attempt went; read out as soon as it appears. */
export const AuthNote = ({ severity, title, children }: { severity: 'error' | 'success'; title?: string; children?: ReactNode }) => (
  <div className="auth-note" data-severity={severity} role={severity === 'error' ? 'alert' : 'status'}>
    {title && <strong>{title}</strong>}
    {children}
  </div>
);
