import { Alert } from '@mui/material';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';

/** Says why a form that is opened again holds what was sent before, and does not let it be changed. */
export const UnansweredNotice = ({ isAsked }: { isAsked: boolean }) => {
  const [wasAsked] = useState(isAsked);
  const { errors } = useFormState();
  return wasAsked && isAsked && !errors.root ? <Alert severity="info">{responseLost}</Alert> : null;
};
