import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface PrintAloneProps {
  /** How it looks on paper, and what hides the page. */
  styles: ComponentProps<typeof GlobalStyles>['styles'];
  onDone: () => void;
  children: ReactNode;
}

/** Prints its children without the page. They are on the page for as long as the browser's print dialog. */
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
