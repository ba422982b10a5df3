import Alert from '@mui/material/Alert';
import { useFormState } from 'react-hook-form';

/** Why the form could not be saved, said in the form for as long as it has not been sent again. */
export const FormFailure = () => {
  const { errors } = useFormState();
  const message = errors.root?.server?.message;
  return message ? <Alert severity="error">{message}</Alert> : null;
};
