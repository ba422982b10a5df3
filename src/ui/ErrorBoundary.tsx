import { Component, type ReactNode } from 'react';

interface Props {
  /** Identifies the page. The error is cleared when it changes. */
  at?: string;
  renderError: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

interface State {
  at: string | undefined;
  failure: { error: unknown } | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, failure: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } });

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    at === state.at ? null : { at, failure: undefined };

  override render() {
    const { failure } = this.state;
    return failure
      ? this.props.renderError(failure.error, () => this.setState({ failure: undefined }))
      : this.props.children;
  }
}
