import { Typography } from '@mui/material';
import { TextInput, useNotify } from 'react-admin';
import { useWatch, type FieldValues } from 'react-hook-form';
import { differenceText } from '#domain/drawers/cashDrawer.ts';
import {
  drawerMovementBody,
  openDrawerBody,
  type DrawerMovementBody,
  type ListedDrawer,
  type MovementType,
} from '#domain/drawers/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { PriceInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { UnansweredNotice } from '#src/ui/forms/UnansweredNotice.tsx';
import { drawerActions } from '#src/dataProvider/drawers.ts';
import { useIdempotentMutation, useUnanswered } from '#src/dataProvider/useIdempotentMutation.ts';
import { CloseDrawerDialog } from './CloseDrawerDialog.tsx';
import { XReportDialog } from './XReportDialog.tsx';

export type DrawerTask = 'open' | MovementType | 'report' | 'close';

interface DrawerDialogProps {
  locationId: string;
  task: DrawerTask;
  drawer: ListedDrawer | null;
  lastCounted: number | null;
  onClose: () => void;
}

export const DrawerDialog = ({ task, drawer, onClose, ...opening }: DrawerDialogProps) => {
  if (task === 'open') return <OpenDrawer {...opening} onClose={onClose} />;
  if (!drawer) return null;
  if (task === 'close') return <CloseDrawerDialog drawer={drawer} onClose={onClose} />;
  if (task === 'report') return <XReportDialog drawer={drawer} onClose={onClose} />;
  return <MoveCash drawer={drawer} type={task} onClose={onClose} />;
};

export type OpenDrawerProps = Pick<DrawerDialogProps, 'locationId' | 'lastCounted' | 'onClose'>;

export const OpenDrawer = ({ locationId, lastCounted, onClose }: OpenDrawerProps) => {
  const notify = useNotify();
  const { mutateAsync: openDrawer } = useIdempotentMutation({
    name: `drawer.${locationId}`,
    mutationFn: drawerActions.openDrawer,
  });
  const save = async ({ float }: FieldValues) => {
    const { number } = await openDrawer({ locationId, float: Number(float) });
    notify(`Drawer #${number} is open`, { type: 'success' });
  };
  return (
    <FormDialog
      title="Open Drawer"
      draftOf={`drawer of ${locationId}`}
      resolver={openResolver}
      defaultValues={{ float: lastCounted }}
      onSubmit={save}
      failed="The drawer was not opened"
      submitLabel="Open Drawer"
      onClose={onClose}
    >
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Count the cash in the drawer before the first sale.
        {lastCounted !== null && ` The last close counted ${formatMoney(lastCounted)}.`}
      </Typography>
      <PriceInput
        source="float"
        label="Starting cash"
        isRequired
        autoFocus
        helperText={<FloatDifference lastCounted={lastCounted} />}
      />
      <FormError />
    </FormDialog>
  );
};

/** The location is known; only the float is typed. */
const openResolver = formResolver(openDrawerBody.pick({ float: true }));

const FloatDifference = ({ lastCounted }: Pick<DrawerDialogProps, 'lastCounted'>) => {
  const float: unknown = useWatch({ name: 'float' });
  const isKnown = lastCounted !== null && typeof float === 'number' && !Number.isNaN(float) && float !== lastCounted;
  return isKnown
    ? `${differenceText(Number((float - lastCounted).toFixed(2)))} against the last close. The difference is recorded.`
    : ' ';
};

const MoveCash = ({
  drawer,
  type,
  onClose,
}: Pick<DrawerDialogProps, 'onClose'> & { drawer: ListedDrawer; type: MovementType }) => {
  const notify = useNotify();
  const { title, text, example, done } = moves[type];
  const name = `cash.${drawer.id}.${type}`;
  const { mutateAsync: moveCash } = useIdempotentMutation({
    name,
    mutationFn: (body: DrawerMovementBody, key) => drawerActions.moveDrawerCash(drawer.id, body, key),
  });
  // In other words it would be recorded a second time.
  const asked = useUnanswered<DrawerMovementBody>(name);
  const save = async (values: FieldValues) => {
    const body = asked ?? ({ ...values, type } as DrawerMovementBody);
    await moveCash(body);
    notify(`${formatMoney(body.amount)} ${done}`, { type: 'success' });
  };
  return (
    <FormDialog
      title={title}
      draftOf={`cash ${type} of ${drawer.id}`}
      resolver={moveResolver}
      defaultValues={{ amount: asked?.amount ?? null, reason: asked?.reason ?? '' }}
      onSubmit={save}
      failed="The cash was not recorded"
      submitLabel={title}
      onClose={onClose}
    >
      <UnansweredNotice isAsked={asked !== undefined} />
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {text}
      </Typography>
      <PriceInput source="amount" label="Amount" isRequired autoFocus readOnly={asked !== undefined} />
      <TextInput source="reason" label="Reason" isRequired readOnly={asked !== undefined} helperText={example} />
      <FormError />
    </FormDialog>
  );
};

const moveResolver = formResolver(drawerMovementBody.pick({ amount: true, reason: true }));

const moves = {
  in: {
    title: 'Cash In',
    text: 'Cash added to the drawer that is not from a sale.',
    example: 'Such as change from the bank',
    done: 'put into the drawer',
  },
  out: {
    title: 'Cash Out',
    text: 'Cash taken out of the drawer that is not a refund.',
    example: 'Such as a deposit at the bank',
    done: 'taken out of the drawer',
  },
} as const;
