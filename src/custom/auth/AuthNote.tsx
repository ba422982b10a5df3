import type { ReactNode } from 'react';

/** A panel that says how the attempt went; read out as soon as it appears. */
export const AuthNote = ({ tone, title, children }: { tone: 'error' | 'success'; title?: string; children?: ReactNode }) => (
  <div className="auth-note" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
    {title && <strong>{title}</strong>}
    {children}
  </div>
);
