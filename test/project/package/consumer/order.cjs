/** Places an order for an account, as any client would. Returns the status of the response. */
exports.order = async account => {
  const { status } = await fetch(`${account.base_url}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
  });
  return status;
};
