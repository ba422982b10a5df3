import { useEffect, type ReactNode } from 'react';
import { Mark } from '#src/custom/theme/Mark.tsx';

/** The sheet every sign-in page is written on: the brand beside it, a title, a sentence, then the page's own part. */
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
