"""A test suite in Python. Its client takes any error for a refusal, so an order whose response was lost is not known."""

import unittest
import urllib.error

from service import call, order


def buy(external_id):
    """Returns the number of orders that the client believes it has made."""
    for _ in range(3):
        try:
            call("POST", "/api/v1/order/", order(external_id))
            return 1
        except urllib.error.HTTPError as error:
            if error.code < 500:
                return 0
        except OSError:
            return 0
    return 0


class Orders(unittest.TestCase):
    def test_the_balance_covers_what_was_bought(self):
        before = call("GET", "/api/v1/balance/")["balance_trx"]
        bought = sum(buy(external_id) for external_id in ("p-1", "p-2"))
        after = call("GET", "/api/v1/balance/")["balance_trx"]
        self.assertEqual(bought, 2)
        self.assertAlmostEqual(before - after, bought * 3.9)


if __name__ == "__main__":
    unittest.main()
