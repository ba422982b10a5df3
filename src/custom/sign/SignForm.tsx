import { useId, useState, type ComponentProps, type FormEvent } from 'react';
import { HttpError } from 'react-admin';
import { signByLinkBody, type SigningPage } from '#domain/signatures/requestContract.ts';
import { LinkSubmit } from '#src/custom/links/LinkPage.tsx';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { http, messageFrom } from '#src/dataProvider/http.ts';
import { useHeldTab } from '#src/ui/useHeldTab.ts';
import { DrawingPad } from './DrawingPad.tsx';
import { useSigning } from './useSigning.ts';

interface SignFormProps {
  readonly token: string;
  readonly page: SigningPage;
  readonly onSigned: () => void;
  /** Somebody used or replaced the link in the meantime. */
  readonly onEnded: () => void;
}

export const SignForm = ({ token, page, onSigned, onEnded }: SignFormProps) => {
  const terms = page.agreements.flatMap((agreement) => agreement.terms);
  const { fields, toBody } = useSigning(terms);
  // Those of the plan are terms of each agreement.
  const shared = [...new Set(terms.filter((term, index) => terms.indexOf(term) !== index))];
  const { ticks, tick, name, setName, guardian, setGuardian, setDrawing, consent, setConsent } = fields;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  useHeldTab(isBusy);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = toBody(page.needsGuardian);
    const unticked = terms.find((term) => !ticks.has(term));
    const issue = signByLinkBody.safeParse(body).error?.issues[0];
    const missing =
      unticked === undefined
        ? issue && { text: issue.message, at: issue.path.join('.') }
        : { text: 'Please tick each term that you agree to', at: unticked };
    const input = missing && event.currentTarget.elements.namedItem(missing.at);
    // What no input is for, such as a drawing that is too large, stands above the button.
    setProblem(missing && (input instanceof HTMLElement ? missing : { text: missing.text }));
    if (input instanceof HTMLElement) input.focus();
    if (missing) return;
    setBusy(true);
    try {
      await explainLoss(
        http(`/signature-requests/${encodeURIComponent(token)}`, { method: 'POST', body, anonymous: true }),
        'Press Sign again. It is signed only once.',
      );
      onSigned();
    } catch (error) {
      if (error instanceof HttpError && error.status === 410) onEnded();
      else setProblem({ text: messageFrom(error, 'It could not be signed. Check your connection and try again.') });
    } finally {
      setBusy(false);
    }
  };
  const toTick = (term: string) => (
    <Tick
      key={term}
      name={term}
      problem={problem}
      label={term}
      isTicked={ticks.has(term)}
      onChange={(isTicked) => tick(term, isTicked)}
    />
  );
  return (
    <form
      className="sign-form"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={() => setProblem(undefined)}
    >
      {page.agreements.map((agreement) => (
        <section key={`${agreement.name} ${agreement.versionNumber}`} aria-label={agreement.name}>
          <h2>{agreement.name}</h2>
          <p className="sign-version">Version {agreement.versionNumber}</p>
          <object
            className="sign-pdf"
            data={agreement.url}
            type="application/pdf"
            aria-label={`${agreement.name}, PDF`}
          />
          <a href={agreement.url} target="_blank" rel="noreferrer">
            Open the PDF
          </a>
          {agreement.terms.filter((term) => !shared.includes(term)).map(toTick)}
        </section>
      ))}
      {shared.length > 0 && (
        <section aria-label="Membership">
          <h2>Membership</h2>
          {shared.map(toTick)}
        </section>
      )}
      <section aria-label="Signature">
        <h2>Signature</h2>
        {page.needsGuardian && (
          <>
            <p className="sign-version">{`${page.member.firstName} is under 18, so a parent or guardian signs.`}</p>
            <Field
              label="Your name (parent or guardian)"
              name="guardian.name"
              problem={problem}
              value={guardian.name}
              autoComplete="name"
              onChange={(event) => setGuardian({ ...guardian, name: event.target.value })}
            />
            <Field
              label="You are their"
              name="guardian.relation"
              problem={problem}
              value={guardian.relation}
              placeholder="Mother, father, guardian"
              onChange={(event) => setGuardian({ ...guardian, relation: event.target.value })}
            />
          </>
        )}
        <Field
          label={page.needsGuardian ? 'Full name of the member' : 'Your full name'}
          name="name"
          problem={problem}
          value={name}
          autoComplete={page.needsGuardian ? 'off' : 'name'}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="sign-label">Draw your signature, if you like</p>
        <DrawingPad label="Drawn signature" onChange={setDrawing} />
        <Tick name="consent" problem={problem} label={page.consent} isTicked={consent} onChange={setConsent} />
      </section>
      {problem && problem.at === undefined && <ProblemText>{problem.text}</ProblemText>}
      <LinkSubmit isBusy={isBusy}>{isBusy ? 'Signing...' : 'Sign'}</LinkSubmit>
    </form>
  );
};

/** What is wrong, and the name of the input where it is; without one it stands above the button. */
interface Problem {
  readonly text: string;
  readonly at?: string;
}

const ProblemText = ({ id, children }: { id?: string; children: string }) => (
  <p className="link-problem" role="alert" id={id}>
    {children}
  </p>
);

interface TickProps {
  name: string;
  problem: Problem | undefined;
  label: string;
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
}

const Tick = ({ name, problem, label, isTicked, onChange }: TickProps) => {
  const described = useProblem(name, problem);
  return (
    <div>
      <label className="sign-tick">
        <input
          {...described.input}
          type="checkbox"
          checked={isTicked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {described.text}
    </div>
  );
};

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  problem: Problem | undefined;
}

const Field = ({ label, name, problem, ...input }: FieldProps) => {
  const id = useId();
  const described = useProblem(name, problem);
  return (
    <div className="sign-field">
      <label htmlFor={id}>{label}</label>
      <input {...input} {...described.input} id={id} />
      {described.text}
    </div>
  );
};

function useProblem(name: string, problem: Problem | undefined) {
  const id = useId();
  if (problem?.at !== name) return { input: { name } };
  return {
    input: { name, 'aria-invalid': true, 'aria-describedby': id },
    text: <ProblemText id={id}>{problem.text}</ProblemText>,
  };
}
