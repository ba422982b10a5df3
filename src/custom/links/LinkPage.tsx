import './links.css';
import type { LinkCompany } from '#domain/companies/contract.ts';
import { Mark } from '#src/ui/theme/Mark.tsx';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** A page for whoever has its link. It loads no component library. */
export const LinkPage = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={`link-page ${className}`}>{children}</div>
);

interface SignedLinkPageProps {
  className: string;
  /** From `useSignedLink`. */
  link: { readonly shown: LinkState<unknown>; readonly reload: () => void };
  busyText: string;
  failedTitle: string;
  children: ReactNode;
}

/** The page of a signed link. Its children are what the link opens. */
export const SignedLinkPage = ({
  className,
  link: { shown, reload },
  busyText,
  failedTitle,
  children,
}: SignedLinkPageProps) => (
  <LinkPage className={className}>
    {shown.state === 'loading' && <LinkBusy text={busyText} />}
    {shown.state === 'unreachable' && (
      <LinkMessage title={failedTitle} text={shown.text}>
        <button type="button" className="link-submit" onClick={reload}>
          Try Again
        </button>
      </LinkMessage>
    )}
    {shown.state === 'over' && <LinkMessage {...shown} />}
    {children}
  </LinkPage>
);

export const LinkBusy = ({ text }: { text: string }) => (
  <output className="link-busy">
    <span className="loading-spinner" aria-hidden="true" />
    {text}
  </output>
);

interface LinkSubmitProps {
  isBusy: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** While it is busy it keeps the focus, which a disabled button loses, and sends nothing. */
export const LinkSubmit = ({ isBusy, disabled = false, children }: LinkSubmitProps) => (
  <button
    type="submit"
    className="link-submit"
    disabled={disabled}
    aria-disabled={isBusy}
    onClick={(event) => isBusy && event.preventDefault()}
  >
    {children}
  </button>
);

export interface LinkMessageProps {
  readonly title: string;
  readonly text: string;
  readonly isDone?: boolean;
  /** Whose link it is, as far as that is known. */
  readonly company?: Partial<LinkCompany>;
  /** Offers to write to the company. */
  readonly asks?: boolean;
  readonly children?: ReactNode;
}

/** Under the title that a link has expired. The server's own message would repeat that. */
export const askForAnother = 'Please ask the gym for a new one.';

/** There is nothing left to do on the page but to read why. */
type OverLink = { readonly state: 'over' } & LinkMessageProps;

export type LinkState<Page> =
  | { readonly state: 'loading' }
  | { readonly state: 'open'; readonly page: Page }
  | { readonly state: 'unreachable'; readonly text: string }
  | OverLink;

/** A message in place of the page. It takes the focus, so that it is read out when it appears. */
const LinkMessage = ({ title, text, isDone = false, company, asks = false, children }: LinkMessageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · Spotter`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className="link-message">
      <p className="link-company">{company?.name ?? <Mark size={40} />}</p>
      {isDone && (
        <svg className="link-check" viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="24" />
          <path d="m14 25 7 7 13-15" />
        </svg>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {asks && company?.email && (
        <a className="link-submit" href={`mailto:${company.email}`}>
          Email {company.name}
        </a>
      )}
      {children}
    </main>
  );
};
