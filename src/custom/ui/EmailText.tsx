/** An e-mail address that, where it does not fit, goes on below at its @ and not in the middle of a word. */
export const EmailText = ({ email }: { email: string }) => {
  const [name, ...host] = email.split('@');
  return (
    <>
      {name}
      {host.length > 0 && (
        <>
          <wbr />@{host.join('@')}
        </>
      )}
    </>
  );
};
