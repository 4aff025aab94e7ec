"""Kernels that compute the outputs of a network.

Sums are always made in the same order and in float32, so that every machine gets the same result.
"""

from gongzhu.bots.network.weights import Floats, Network
from gongzhu.packed.jit import routine
from gongzhu.packed.layout import Ints


@routine
def outputs_of(network: Network, inputs: Ints) -> Floats:
    """The outputs, float32 [53], for the inputs that are on; `inputs` has their indices, int64 [n],
    all different."""
    units = network.first_bias.copy()
    for row in inputs:
        matrix_row = network.first[row]
        for column in range(len(units)):
            units[column] += matrix_row[column]
    return _add_layer(
        _add_layer(units, network.second, network.second_bias), network.third, network.third_bias
    )


@routine
def _add_layer(units: Floats, matrix: Floats, bias: Floats) -> Floats:
    """The sums of the next layer, float32 [columns], computed from those of this one, float32
    [rows]."""
    sums = bias.copy()
    for row in range(len(units)):
        unit = units[row]
        # A rectifier: about half of the rows have nothing to add.
        if unit > 0:
            matrix_row = matrix[row]
            for column in range(len(sums)):
                sums[column] += unit * matrix_row[column]
    return sums
