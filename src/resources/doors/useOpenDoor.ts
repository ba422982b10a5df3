import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { answerSeconds, type DoorCommand } from '#domain/doors/commandsContract.ts';
import type { Door } from '#domain/doors/contract.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { messageFrom } from '#src/dataProvider/http.ts';

const pollMs = 500;

/** Opens a door and waits until its controller says that it did, or has not answered in time. */
export const useOpenDoor = () => {
  const notify = useNotify();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id }: Door) => waitForOutcome(await doorActions.open(id)),
    onSuccess: (command, { name }) => {
      const { device, status, message } = command;
      if (status === 'done') notify(`${device.name} opened ${name}`, { type: 'success' });
      else if (status === 'failed')
        notify(`${device.name} could not open ${name}${message ? `: ${message}` : ''}`, { type: 'error' });
      else notify(`${device.name} did not answer. ${name} may be closed.`, { type: 'warning' });
    },
    onError: (error, { name }) => notify(messageFrom(error, `Couldn’t open ${name}`), { type: 'error' }),
  });
  return { open: mutate, opening: isPending ? variables.id : undefined };
};

async function waitForOutcome(command: DoorCommand): Promise<DoorCommand> {
  const until = Date.now() + (answerSeconds + 2) * 1_000;
  let latest = command;
  while (latest.status === 'waiting' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    latest = await doorActions.command(command.doorId, command.id);
  }
  return latest;
}
