import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Button } from '@mui/material';

/** `onCopied` gets whether the browser did it. */
export const CopyButton = ({
  text,
  label,
  onCopied,
}: {
  text: string;
  label: string;
  onCopied: (isDone: boolean) => void;
}) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      onCopied(true);
    } catch {
      // The page is not served over https, or the browser refuses.
      onCopied(false);
    }
  };
  return (
    <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => void copy()}>
      {label}
    </Button>
  );
};
