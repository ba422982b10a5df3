import type { FormEvent } from 'react';
import { AuthFrame } from './AuthFrame.tsx';
import { AuthSubmit } from './AuthField.tsx';

/** Shown when the console cannot be loaded: the network is down, or a new version was deployed after the page was loaded. */
export const NoConsole = () => {
  const reload = (event: FormEvent) => {
    event.preventDefault();
    window.location.reload();
  };
  return (
    <AuthFrame
      title="Couldn’t load Spotter"
      lead="The connection was lost, or a new version is available. Your saved work is safe."
    >
      <form onSubmit={reload}>
        <AuthSubmit label="Reload" busyLabel="Reload" isBusy={false} />
      </form>
    </AuthFrame>
  );
};
