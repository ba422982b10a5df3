import type { ReactNode } from 'react';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useContactPanel } from './useContactPanel.ts';

/**
 * The panel of the contact that was chosen on the page, or in the palette. The notifications move into it, since a screen
 * reader hears nothing outside of an open panel.
 */
export const ContactPanelHost = ({ notifications }: { notifications: ReactNode }) => {
  const { panel, close } = useContactPanel();
  const { selected } = useLocationScope();
  const { can } = useAccess();
  if (!panel || !selected || !can('contacts')) return notifications;
  return (
    <LazyPart onClose={close}>
      <ContactPanel key={`${panel.contactId} ${selected.id}`} {...panel} onClose={close}>
        {notifications}
      </ContactPanel>
    </LazyPart>
  );
};

const ContactPanel = lazyWithPreload('contacts', () => import('./ContactPanel.tsx'), 'ContactPanel');
