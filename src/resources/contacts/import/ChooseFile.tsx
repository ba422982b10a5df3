import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Button, Paper } from '@mui/material';
import { useRef, useState, type DragEvent } from 'react';
import { importMaxRows } from '#domain/shared/limits.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

export const ChooseFile = ({ onFile }: { onFile: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <Paper
      variant="outlined"
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        border: '2px dashed',
        borderColor: isOver ? 'primary.main' : 'text.disabled',
        ...(isOver && { bgcolor: 'primary.light' }),
      }}
    >
      <EmptyState heading="h2" icon={<UploadFileOutlined />} title="Drop a CSV file here" text={hint}>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          aria-label="CSV file"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Allows the same file to be chosen again after it was corrected.
            target.value = '';
            if (file) onFile(file);
          }}
        />
        <Button variant="contained" onClick={() => input.current?.click()}>
          Choose CSV file
        </Button>
      </EmptyState>
    </Paper>
  );
};

const hint = `A CSV file from another gym product or a spreadsheet, with first name, last name, email and anything else you have: memberships, balances owed, notes. Up to ${importMaxRows.toLocaleString('en-US')} rows and less than 10 MB. You can check everything before it is saved.`;
