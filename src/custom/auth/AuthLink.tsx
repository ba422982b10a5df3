import type { MouseEvent, ReactNode } from 'react';
import { goTo } from './address.ts';

/** A link between sign-in pages: an ordinary one for the browser, without a new page load on a plain click. */
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
