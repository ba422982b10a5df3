import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isPlainClick } from '#src/ui/dom.ts';
import { paths } from '#src/paths.ts';
import { useContactPanel } from './useContactPanel.ts';

/** A person's name. A click opens their panel; with a modifier key or the middle button it opens their page. */
export const ContactLink = ({ id, className, children }: { id: string; className?: string; children: ReactNode }) => {
  const { open } = useContactPanel();
  return (
    <Link
      to={paths.contacts.show(id)}
      className={className}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        open(id);
      }}
    >
      {children}
    </Link>
  );
};
