import { useEffect, useId, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { HttpError } from 'react-admin';
import { allCountries, defaultCountry } from '#domain/shared/countries.ts';
import { states } from '#domain/shared/states.ts';
import { allTimeZones, knownTimeZone, timeZoneText } from '#domain/shared/timeZones.ts';
import type { SetupBody, SetupStatus } from '#domain/setup/contract.ts';
import { passwordMinLength } from '#domain/shared/limits.ts';
import type { LoginResponse } from '#domain/auth/contract.ts';
import { toFraction } from '#domain/shared/percent.ts';
import { startSession } from '#src/authProvider/session.ts';
import { authPaths } from '#src/authPaths.ts';
import { http } from '#src/dataProvider/http.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { fieldErrors } from '#src/ui/forms/formErrors.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthBusy, AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

export const SetupPage = ({ token, onSignedIn }: { token: string | null; onSignedIn: () => void }) => {
  const status = useSetupStatus(token);
  const [isTaken, setTaken] = useState(false);
  const isOpen = isTaken ? false : status.isOpen;
  return (
    <AuthFrame
      title="Set up your gym"
      {...(isOpen && { lead: 'You, your company and its first location. Everything can be changed later.' })}
    >
      {isOpen && token && <SetupForm token={token} onSignedIn={onSignedIn} onTaken={() => setTaken(true)} />}
      {isOpen === undefined && !status.problem && <AuthBusy text="Checking the link..." />}
      {status.problem && <AuthNote severity="error">{status.problem}</AuthNote>}
      {isTaken && (
        <AuthNote severity="error" title="Spotter is already set up">
          Somebody else completed this page first. Ask them to invite you under Users, or sign in if it was you.
        </AuthNote>
      )}
      {isOpen === false && !isTaken && (
        <AuthNote severity="error" title="This setup link is not valid">
          Spotter is already set up, or it was restarted since. Until it is set up, each start prints a new link.
        </AuthNote>
      )}
      {(status.problem || isOpen === false) && (
        <p className="auth-foot">
          <AuthLink to={authPaths.login}>Sign In</AuthLink>
        </p>
      )}
    </AuthFrame>
  );
};

const useSetupStatus = (token: string | null) => {
  const [isOpen, setOpen] = useState<boolean | undefined>(token ? undefined : false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    http<SetupStatus>(`/setup?${new URLSearchParams({ token })}`, { anonymous: true, signal: leaving.signal }).then(
      ({ open }) => setOpen(open),
      () => leaving.signal.aborted || setProblem('The link could not be checked. Please reload the page.'),
    );
    return () => leaving.abort();
  }, [token]);
  return { isOpen, problem };
};

const SetupForm = ({ token, onSignedIn, onTaken }: { token: string; onSignedIn: () => void; onTaken: () => void }) => {
  const { attempt, run, isBusy } = useAttempt();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = readForm(new FormData(event.currentTarget), token);
    const send = async () => {
      startSession(
        await explainLoss(
          http<LoginResponse>('/setup', { method: 'POST', body, anonymous: true }),
          'Press Set Up again. It is done only once.',
        ),
      );
    };
    const isDone = await run(() =>
      send().catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 409) onTaken();
        setErrors(fieldErrors(error));
        throw error;
      }),
    );
    if (isDone) onSignedIn();
  };
  const field = (name: FieldName) => ({ name, problem: errors[name], required: true });
  return (
    <form ref={focusFirstEmpty} onSubmit={submit}>
      {attempt.state === 'error' && <AuthNote severity="error">{attempt.message}</AuthNote>}
      <Part title="You">
        <div className="auth-pair">
          <AuthField label="First Name" autoComplete="given-name" {...field('firstName')} />
          <AuthField label="Last Name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <AuthField label="Email" type="email" autoComplete="username" {...field('email')} />
        <AuthField
          label="Password"
          type="password"
          autoComplete="new-password"
          minLength={passwordMinLength}
          hint={`At least ${passwordMinLength} characters.`}
          {...field('password')}
        />
      </Part>
      <Part title="Your company">
        <AuthField label="Company Name" autoComplete="organization" {...field('companyName')} />
      </Part>
      <Part title="First location">
        <AuthField label="Location Name" autoComplete="off" {...field('location.name')} />
        <SelectField label="Timezone" defaultValue={browserTimeZone()} {...field('location.timezone')}>
          {allTimeZones().map((zone) => (
            <option key={zone} value={zone}>
              {timeZoneText(zone)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Country" defaultValue={defaultCountry} {...field('location.country')}>
          {allCountries.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </SelectField>
        <AuthField label="City" autoComplete="off" {...field('location.city')} required={false} />
        <div className="auth-pair">
          <SelectField label="State" defaultValue="" {...field('location.state')} required={false}>
            <option value="">None</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <AuthField
            label="Sales Tax Rate (%)"
            inputMode="decimal"
            pattern="\s*\d{1,3}([.,]\d{1,2})?\s*"
            title="A percentage such as 8.81"
            defaultValue="0"
            {...field('location.salesTaxRate')}
          />
        </div>
      </Part>
      <AuthSubmit label="Set Up" busyLabel="Setting up..." isBusy={isBusy || attempt.state === 'success'} />
    </form>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="auth-part">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

const SelectField = ({
  label,
  problem,
  children,
  ...select
}: ComponentProps<'select'> & { label: string; problem: string | undefined }) => {
  const id = useId();
  return (
    <div className="auth-field">
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} aria-invalid={problem ? true : undefined} aria-describedby={problem && `${id}-note`}>
        {children}
      </select>
      {problem && (
        <p id={`${id}-note`} className="auth-problem">
          {problem}
        </p>
      )}
    </div>
  );
};

type FieldName = Exclude<keyof SetupBody, 'location'> | `location.${keyof SetupBody['location']}`;

const readForm = (form: FormData, token: string): SetupBody => {
  const text = (name: FieldName) => String(form.get(name) ?? '').trim();
  return {
    token,
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    password: String(form.get('password') ?? ''),
    companyName: text('companyName'),
    location: {
      name: text('location.name'),
      timezone: text('location.timezone'),
      country: text('location.country') as SetupBody['location']['country'],
      state: text('location.state'),
      city: text('location.city'),
      salesTaxRate: toFraction(Number(text('location.salesTaxRate').replace(',', '.'))),
    },
  };
};

const browserTimeZone = () => knownTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
