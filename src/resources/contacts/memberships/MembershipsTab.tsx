import { useParams } from 'react-router-dom';
import { MembershipDetail } from './MembershipDetail.tsx';
import { MembershipHistory } from './MembershipHistory.tsx';

/** What the contact has bought: all of it, or the one in the URL. */
export const MembershipsTab = () => {
  const { membershipId } = useParams();
  return membershipId ? <MembershipDetail membershipId={membershipId} /> : <MembershipHistory />;
};
