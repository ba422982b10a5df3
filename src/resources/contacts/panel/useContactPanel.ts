import { useLocation, useNavigate } from 'react-router-dom';
import { navigationState, withPanel, type PanelTask } from '#src/navigationState.ts';

/** The panel of a contact beside the page. It has an entry of its own in the history: Back closes it, and a reload keeps it. */
export const useContactPanel = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { panel } = navigationState(state);
  return {
    panel,
    open: (contactId: string, task?: PanelTask) =>
      void navigate(
        { pathname, search },
        { ...withPanel(state, { contactId, ...(task && { task }) }), replace: panel !== undefined },
      ),
    close: () => void navigate(-1),
  };
};
