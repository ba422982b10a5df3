import { GlobalStyles } from '@mui/material';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface PrintAloneProps {
  styles: ComponentProps<typeof GlobalStyles>['styles'];
  onDone: () => void;
  children: ReactNode;
}

/** Prints its children without the page. They are mounted while the browser's print dialog is open. */
export const PrintAlone = ({ styles, onDone, children }: PrintAloneProps) => {
  const done = useRef(onDone);
  useEffect(() => {
    const end = () => done.current();
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, []);
  return createPortal(
    <>
      <GlobalStyles styles={styles} />
      {children}
    </>,
    document.body,
  );
};
