import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { Mark } from '#src/ui/theme/Mark.tsx';
import { goTo } from './addressBar.ts';

export const AuthFrame = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Spotter`;
  }, [title]);
  return (
    <div className="auth">
      <aside className="auth-side" aria-label="Spotter">
        <Brand />
        <p>The front desk, the books and the door. One place.</p>
        <small>The back office for gyms</small>
      </aside>
      <main className="auth-main">
        <div className="auth-panel">
          <Brand />
          <h1>{title}</h1>
          {lead && <p className="auth-lead">{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  );
};

const Brand = () => (
  <div className="auth-brand">
    <Mark size={34} />
    Spotter
  </div>
);

export const AuthNote = ({
  severity,
  title,
  children,
}: {
  severity: 'error' | 'success';
  title?: string;
  children?: ReactNode;
}) => (
  <div className="auth-note" data-severity={severity} role={severity === 'error' ? 'alert' : 'status'}>
    {title && <strong>{title}</strong>}
    {children}
  </div>
);

export const AuthBusy = ({ text }: { text: string }) => (
  <output className="auth-busy">
    <span className="loading-spinner" aria-hidden="true" />
    {text}
  </output>
);

/** A link between sign-in pages. A plain click does not reload the page. */
export const AuthLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a className="auth-link" href={to} onClick={follow}>
      {children}
    </a>
  );
};
