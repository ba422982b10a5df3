import type { ListedContact } from '#src/dataProvider/contacts.ts';

export const contactTabs = ['information', 'memberships', 'purchases'] as const;
export type ContactTab = (typeof contactTabs)[number];

/** The panel opens with this task. */
const panelTasks = ['check-in', 'collect', 'freeze', 'change-plan', 'cancel', 'sell', 'note'] as const;
export type PanelTask = (typeof panelTasks)[number];

interface NavigationState {
  tab?: ContactTab;
  /** The contact's form opens. */
  isEditing?: true;
  returnTo?: string;
  /** The contact that was just added, for the page that asked for one. */
  chosenContact?: ListedContact;
  field?: 'quick-checkin';
  /** The key of the interrupted sale that the point of sale continues. */
  openSale?: string;
  /** The payment step of the point of sale, which has an entry of its own in the history. */
  step?: 'payment';
  /** The list was left by opening a row; that row gets the focus back. */
  isComingBack?: true;
  drawerTask?: 'open' | 'close';
  /** The contact whose panel is open beside the page. */
  panel?: { contactId: string; task?: PanelTask };
}

const options = (state: NavigationState) => ({ state });

export const atTab = (tab: ContactTab) => options({ tab });
export const atContactForm = () => options({ tab: 'information', isEditing: true });
export const returningTo = (returnTo: string) => options({ returnTo });
export const withChosenContact = (chosenContact: ListedContact) => options({ chosenContact });
/** A new object each time, so that choosing it again takes effect again. */
export const atQuickCheckin = () => options({ field: 'quick-checkin' });
export const withOpenSale = (openSale: string) => options({ openSale });
export const withDrawerTask = (drawerTask: 'open' | 'close') => options({ drawerTask });
export const atPayment = options({ step: 'payment' });
export const comingBack = options({ isComingBack: true });

/** The page below keeps its own state, except what it does once. */
export const withPanel = (below: unknown, panel: NonNullable<NavigationState['panel']>) => {
  const { field: _field, drawerTask: _drawer, ...kept } = navigationState(below);
  return options({ ...kept, panel });
};

/** Validates `location.state`, since the browser's history may contain anything. */
export const navigationState = (state: unknown): NavigationState => {
  const {
    tab,
    isEditing,
    returnTo,
    chosenContact,
    field,
    openSale,
    step,
    isComingBack,
    drawerTask,
    panel,
  }: Record<string, unknown> = state && typeof state === 'object' ? { ...state } : {};
  const knownTab = contactTabs.find((one) => one === tab);
  return {
    ...(knownTab && { tab: knownTab }),
    ...(isEditing === true && { isEditing }),
    ...(typeof returnTo === 'string' && isPath.test(returnTo) && { returnTo }),
    ...(isContact(chosenContact) && { chosenContact }),
    ...(field === 'quick-checkin' && { field }),
    ...(typeof openSale === 'string' && { openSale }),
    ...(step === 'payment' && { step }),
    ...(isComingBack === true && { isComingBack }),
    ...((drawerTask === 'open' || drawerTask === 'close') && { drawerTask }),
    ...readPanel(panel),
  };
};

const readPanel = (panel: unknown): Pick<NavigationState, 'panel'> => {
  const { contactId, task }: Record<string, unknown> = panel && typeof panel === 'object' ? { ...panel } : {};
  const knownTask = panelTasks.find((one) => one === task);
  return typeof contactId === 'string' ? { panel: { contactId, ...(knownTask && { task: knownTask }) } } : {};
};

/** A path of this site. `//elsewhere.test` would be another host. */
const isPath = /^\/(?!\/)/;

const isContact = (value: unknown): value is ListedContact =>
  typeof value === 'object' && value !== null && 'id' in value && 'firstName' in value;
