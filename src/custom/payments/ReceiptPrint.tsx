import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Receipt } from './Receipt.tsx';
import type { LastSale } from './lastSale.ts';

/** Prints the receipt alone on an 80 mm roll. It is on the page for as long as the browser's print dialog. */
export const ReceiptPrint = ({ sale, onDone }: { sale: LastSale; onDone: () => void }) => {
  const done = useRef(onDone);
  useEffect(() => {
    const end = () => done.current();
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, []);
  return createPortal(
    <div className="receipt">
      <GlobalStyles styles={onPaper} />
      <Receipt sale={sale} />
    </div>,
    document.body,
  );
};

const onPaper = {
  '@page': { size: '80mm auto', margin: '4mm' },
  '@media screen': { '.receipt': { display: 'none' } },
  '@media print': {
    'html, body': { background: '#fff !important' },
    'body > *:not(.receipt)': { display: 'none !important' },
    '.receipt': { width: '72mm', color: '#000', font: '12px/1.4 system-ui, sans-serif' },
  },
};
