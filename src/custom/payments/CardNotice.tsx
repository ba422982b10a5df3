import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';

export const CardNotice = ({ text }: { text: string }) => (
  <Alert severity="info" role="note" icon={<LockOutlined fontSize="inherit" />}>
    {text}
  </Alert>
);
