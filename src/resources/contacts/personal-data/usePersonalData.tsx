import { useState } from 'react';
import { useNotify } from 'react-admin';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { personalDataActions } from '#src/dataProvider/personal-data.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { MenuAction } from '#src/ui/ActionMenu.tsx';
import { saveFile } from '#src/ui/lists/csv.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';

const EraseDialog = lazyWithPreload('contacts', () => import('./EraseDialog.tsx'), 'EraseDialog');

interface Person {
  readonly id: string;
  readonly name: string;
  readonly isErasureAsked: boolean;
}

/** What a company admin may do with all that is kept about a contact: take it along, or have it erased. */
export const usePersonalData = ({ id, name, isErasureAsked }: Person) => {
  const { company } = useSelectedLocation();
  const notify = useNotify();
  const [isErasing, setErasing] = useState(false);
  const { mutate: download } = useSingleMutation({
    mutationFn: () => personalDataActions.file(id, new AbortController().signal),
    onSuccess: (file) => saveFile(`Data of ${name}.zip`, [file], 'application/zip'),
    onError: (error) => notify(messageFrom(error, 'Failed to export the data'), { type: 'error' }),
  });
  const actions: MenuAction[] = [];
  if (mayInCompany(company.id, 'contacts:export')) actions.push({ label: 'Export data', onSelect: () => download() });
  if (mayInCompany(company.id, 'contacts:erase') && !isErasureAsked)
    actions.push({ label: 'Erase data', isDangerous: true, onSelect: () => setErasing(true) });
  const dialog = isErasing && (
    <LazyPart onClose={() => setErasing(false)}>
      <EraseDialog id={id} name={name} onClose={() => setErasing(false)} />
    </LazyPart>
  );
  return { actions, dialog };
};
