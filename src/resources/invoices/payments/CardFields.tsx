import './card.css';
import { CardElement } from '@stripe/react-stripe-js';
import { useId, useMemo, useState, type ReactNode } from 'react';

interface CardFieldsProps {
  publishableKey: string;
  /** Says what becomes of the card. */
  note: string;
  hidePostalCode?: boolean;
  onReady: () => void;
  /** `SaveCard`, where the payer is asked. */
  children?: ReactNode;
}

/** Stripe's own card element in our style, wherever a card is entered. What is typed into it never reaches our code. */
export const CardFields = ({ publishableKey, note, hidePostalCode = false, onReady, children }: CardFieldsProps) => {
  const id = useId();
  const [error, setError] = useState<string>();
  const options = useMemo(() => ({ hidePostalCode, style: styleFromPage() }), [hidePostalCode]);
  return (
    <div className="card-fields">
      {publishableKey.startsWith('pk_test_') && <p className="card-test">Test mode: no money is charged</p>}
      <div role="group" aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
        <div id={id} className="card-title">
          Card details
        </div>
        <div className="card-element" data-invalid={error ? true : undefined}>
          <CardElement options={options} onChange={(change) => setError(change.error?.message)} onReady={onReady} />
        </div>
        {error && (
          <p id={`${id}-error`} className="card-error" role="alert">
            {error}
          </p>
        )}
      </div>
      {children}
      <p className="card-note">{note}</p>
    </div>
  );
};

interface SaveCardProps {
  isSaved: boolean;
  disabled: boolean;
  onChange: (isSaved: boolean) => void;
  label: string;
  text?: string;
}

export const SaveCard = ({ isSaved, disabled, onChange, label, text }: SaveCardProps) => (
  <label className="card-save">
    <input type="checkbox" checked={isSaved} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>
      {label}
      {text && <small>{text}</small>}
    </span>
  </label>
);

/** Stripe's field is in an iframe, where our CSS does not apply, so the colors are copied. */
const styleFromPage = () => {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string) => page.getPropertyValue(`--${name}`).trim();
  const base = {
    fontSize: '16px',
    color: color('text'),
    iconColor: color('muted'),
    '::placeholder': { color: color('muted') },
  };
  return { base, invalid: { color: color('error'), iconColor: color('error') } };
};
