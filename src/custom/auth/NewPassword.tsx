import { useState } from 'react';
import { passwordProblem } from '#domain/auth/password.ts';
import { passwordMinLength } from '#domain/shared/limits.ts';
import { AuthField } from './AuthField.tsx';

/** A new password, typed twice. `check` shows what is wrong with it and returns whether it can be sent. */
export const useNewPassword = () => {
  const [chosen, setChosen] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const check = () => {
    const newProblem = passwordProblem(chosen, again);
    setProblem(newProblem);
    return newProblem === undefined;
  };
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    setProblem(undefined);
    set(event.target.value);
  };
  return { chosen, again, problem, check, edit, setChosen, setAgain };
};

export const NewPasswordFields = ({
  label,
  password: { chosen, again, edit, setChosen, setAgain },
}: {
  label: string;
  password: ReturnType<typeof useNewPassword>;
}) => (
  <>
    <AuthField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      hint={`At least ${passwordMinLength} characters.`}
      value={chosen}
      onChange={edit(setChosen)}
    />
    <AuthField
      label="Confirm password"
      type="password"
      autoComplete="new-password"
      required
      value={again}
      onChange={edit(setAgain)}
    />
  </>
);
